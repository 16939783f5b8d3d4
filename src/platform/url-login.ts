// User and password in a URL.

export interface UrlLogin {
  readonly user: string;
  readonly password: string;
}

/** Returns null when the URL has no user and no password. */
export function loginOf({ username, password }: Pick<URL, 'username' | 'password'>): UrlLogin | null {
  return username === '' && password === '' ? null : { user: decoded(username), password: decoded(password) };
}

/** Returns the value of the header `authorization`. */
export const basicLogin = ({ user, password }: UrlLogin): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Leaves text with an unencoded percent sign unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
