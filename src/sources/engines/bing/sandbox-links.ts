// Click URLs of Bing in the sandbox.

/** Returns the click URL of a result, with the target encoded as Bing does it. */
export const clickAddress = (target: string, label: string): string =>
  `https://www.bing.com/ck/a?!&&p=${Buffer.from(label).toString('hex').slice(0, 32)}&ptn=3&ver=2&hsh=4&u=a1${Buffer.from(target).toString('base64url')}&ntb=1`;

/** Returns the click URL of an ad, with the target escaped first. */
export const adAddress = (target: string): string =>
  `https://www.bing.com/aclick?ld=e8&u=${Buffer.from(encodeURIComponent(target)).toString('base64url')}&rlid=0`;
