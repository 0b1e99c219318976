import type { Operation } from '../base/operation';
import { getAll } from './getAll';
import { subscribe, unsubscribe } from './subscriptions';

export const mailingLists: Operation[] = [getAll, subscribe, unsubscribe];
