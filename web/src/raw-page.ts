// The frame of a stored page: takes its html from the dashboard and shows it without scripts, pictures or ways out.
const GONE = 'script, link, meta, base, iframe, frame, frameset, object, embed, noscript, template, audio, video, source, track';
const ADDRESSES = ['src', 'srcset', 'href', 'action', 'formaction', 'poster', 'background', 'ping', 'data', 'xlink:href', 'target'];

window.addEventListener('message', ({ data, source }) => {
  if (source !== window.parent || typeof data !== 'string') return;
  const page = new DOMParser().parseFromString(data, 'text/html');
  for (const element of page.querySelectorAll(GONE)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    const isPicture = element.getAttribute('src')?.startsWith('data:image/') ?? false;
    for (const { name } of [...element.attributes])
      if (name.startsWith('on') || (ADDRESSES.includes(name) && !isPicture)) element.removeAttribute(name);
    if (element.hasAttribute('style')) element.setAttribute('style', withoutAddresses(element.getAttribute('style') ?? ''));
  }
  for (const style of page.querySelectorAll('style')) style.textContent = withoutAddresses(style.textContent ?? '');
  document.head.replaceChildren(...page.querySelectorAll('style'));
  const title = document.createElement('title');
  title.textContent = page.title || 'A stored page';
  document.head.append(title);
  if (page.documentElement.lang) document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(document.importNode(page.body, true));
});

/** Styles may name pictures and further styles elsewhere; the policy would refuse them noisily. */
function withoutAddresses(text: string): string {
  return text.replace(/@import[^;]{0,2000};?/gi, '').replace(/url\([^)]{0,20000}\)/gi, 'none');
}

window.parent.postMessage('ready', '*');
