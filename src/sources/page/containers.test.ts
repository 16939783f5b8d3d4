// Checks how the container of a title is found.
import { describe, expect, it } from 'vitest';
import { containersAround } from './containers.ts';
import { all, one, readHtml, textOf } from './html.ts';

describe('the container of a title', () => {
  const boxesIn = (html: string): string[] => {
    const outer = one('main', readHtml(`<body><main>${html}</main></body>`));
    return outer ? [...containersAround(all('h3', outer), outer).values()].map((box) => `${box.name}: ${textOf(box)}`) : [];
  };

  it('is the largest element without another title', () => {
    expect(boxesIn('<ul><li><div><h3>A</h3></div><p>a</p></li><li><h3>B</h3><p>b</p></li></ul>')).toEqual(['li: A a', 'li: B b']);
  });

  it('is the whole list when there is only one title', () => {
    expect(boxesIn('<p>before</p><div><h3>A</h3></div>')).toEqual(['main: before A']);
  });

  it('is the title itself when another is beside it', () => {
    expect(boxesIn('<h3>A</h3><h3>B</h3>')).toEqual(['h3: A', 'h3: B']);
  });
});
