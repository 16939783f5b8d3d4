// The options of a mode field.
import { labelOf } from '../labels.ts';

export const MODES = ['live', 'test'].map((mode) => [mode, labelOf(mode)] as const);
