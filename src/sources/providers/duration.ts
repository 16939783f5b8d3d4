// Converts durations of videos between text and seconds.

/** Returns the seconds of `9:52` or `1:02:03`. */
export function secondsIn(shown: string | null): number | null {
  const parts = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{2})$/.exec(shown?.trim() ?? '');
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : null;
}

/** Returns the seconds of an ISO 8601 duration such as `PT1H2M3S`. Recordings of streams can have days. */
export function isoSeconds(value: unknown): number | null {
  const parts = typeof value === 'string' ? /^P(?:(\d{1,3})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?$/.exec(value) : null;
  if (!parts || parts.slice(1).every((part) => part === undefined)) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return days * 86_400 + hours * 3600 + minutes * 60 + seconds;
}

/** Returns `9:52` or `1:02:03`. */
export function shownDuration(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
