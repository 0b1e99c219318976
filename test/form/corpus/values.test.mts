import { testValues } from './values.mts';

testValues({ isThorough: false });
