import type { Operation } from '../base/operation';
import { get, getAll } from './get';
import { send } from './send';

export const events: Operation[] = [send, get, getAll];
