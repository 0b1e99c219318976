import { testLongTexts } from './longTexts.mts';

testLongTexts(16);
