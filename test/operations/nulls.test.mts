import { testNulls } from './nulls.mts';

testNulls(30);
