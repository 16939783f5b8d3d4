// Checks the addresses that pages show beside a result.
import { describe, expect, it } from 'vitest';
import { one, readHtml } from './html.ts';
import { completeAddress, shownAddressIn, shownHost } from './shown-address.ts';

const blockOf = (inner: string) => one('section', readHtml(`<section>${inner}</section>`))!;

describe('a shown address', () => {
  it.each([
    ['tea.example/', 'http://tea.example/'],
    ['www.tea.example/green/', 'http://www.tea.example/green/'],
    ['https://tea.example/a?b=1', 'https://tea.example/a?b=1'],
    ['www.tea.example/\u00a02015-01-02\u00a0', 'http://www.tea.example/'],
  ])('is complete: %s', (shown, url) => {
    expect(completeAddress(shown)).toBe(url);
  });

  it.each(['tea.example', 'tea.example/gre...', 'tea.example/gre…', 'Tea and more', '茶叶网', '2015-01-02', 'tea.example › green', ''])(
    'is not complete: %s',
    (shown) => {
      expect(completeAddress(shown)).toBeNull();
    },
  );

  it('names its host even when it is shortened', () => {
    expect(shownHost('www.tea.example/gre...')).toBe('www.tea.example');
    expect(shownHost('tea.example › green')).toBe('tea.example');
    expect(shownHost('Tea and more')).toBeNull();
    expect(shownHost('www.very-long-na...')).toBeNull();
  });

  it('is found whatever its element is called, with bold words and a date', () => {
    const block = blockOf(
      '<h3><a href="/x">tea.example/title</a></h3><p>Some tea. Or more</p><div><i>www.<b>tea</b>.example/hot...</i> 2020-1-2</div>',
    );
    expect(shownAddressIn(block)).toBe('www.tea.example/hot...');
    expect(shownAddressIn(blockOf('<p>No address</p>'))).toBeNull();
  });
});
