import { afterEach, expect } from 'vitest';

import { takeContradictions } from './contradictions.mts';

// In every suite that uses an emulator.
afterEach(() => expect(takeContradictions(), "what Loops' client declares otherwise").toEqual([]));
