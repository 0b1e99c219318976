import type { Operation } from '../base/operation';
import { create } from './create';
import { getAll } from './getAll';

export const contactProperties: Operation[] = [create, getAll];
