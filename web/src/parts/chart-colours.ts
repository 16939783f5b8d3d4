// The six series colours of charts, used in turn.
const COLOURS = 6;
export const colourOf = (index: number): string => `series-${(index % COLOURS) + 1}`;
