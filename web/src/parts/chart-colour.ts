// Which of the six colours for lines and stacks comes next.
const COLOURS = 6;
export const colourOf = (index: number): string => `series-${(index % COLOURS) + 1}`;
