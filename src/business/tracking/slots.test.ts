import { expect, test } from 'vitest';
import { dayStart, dayText, readSlot, slotText } from './slots.ts';

test('a slot and its text are converted both ways', () => {
  expect(slotText(0)).toBe('2000-01-01T00:00');
  for (const text of ['2026-11-18T06:01', '2028-02-29T23:59', '2099-12-31T00:00']) expect(slotText(readSlot('slot', text))).toBe(text);
  expect(readSlot('day', '2026-11-18')).toBe(readSlot('slot', '2026-11-18T00:00'));
  expect(dayText(readSlot('slot', '2026-11-18T23:59'))).toBe('2026-11-18');
  expect(slotText(dayStart(readSlot('slot', '2026-11-18T23:59')))).toBe('2026-11-18T00:00');
});
test('days that do not exist are refused', () => {
  for (const text of ['2026-02-30', '2026-13-01', '1999-12-31', '2100-01-01', 'today', '2026-11-18T24:30', '2026-11-18 06:00', '']) {
    expect(() => readSlot('from', text), text).toThrow('from must be a date such as 2026-11-18');
  }
});
