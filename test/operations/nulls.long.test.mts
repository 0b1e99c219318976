import { testNulls } from './nulls.mts';

testNulls(1);
