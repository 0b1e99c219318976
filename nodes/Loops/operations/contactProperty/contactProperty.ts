import type { Operation } from '../operation';
import { create } from './create';
import { getAll } from './getAll';

export const contactProperties: Operation[] = [create, getAll];
