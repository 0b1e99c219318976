import { testLongTexts } from './longTexts.mts';

testLongTexts(1);
