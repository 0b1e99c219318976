import type { Field } from './field';

/** Whether an AI agent calls the node. */
export const byAgent: Field<boolean> = { properties: [], read: ({ isToolCall }) => isToolCall };
