// Sandboxed frame that shows a raw page without scripts, images and links.
const REMOVED = 'script, link, meta, base, iframe, frame, frameset, object, embed, noscript, template, audio, video, source, track';
const URL_ATTRIBUTES = ['src', 'srcset', 'href', 'action', 'formaction', 'poster', 'background', 'ping', 'data', 'xlink:href', 'target'];

window.addEventListener('message', ({ data, source }) => {
  if (source !== window.parent || typeof data !== 'string') return;
  const page = new DOMParser().parseFromString(data, 'text/html');
  for (const element of page.querySelectorAll(REMOVED)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    const isInlineImage = element.getAttribute('src')?.startsWith('data:image/') ?? false;
    for (const { name } of [...element.attributes])
      if (name.startsWith('on') || (URL_ATTRIBUTES.includes(name) && !isInlineImage)) element.removeAttribute(name);
    if (element.hasAttribute('style')) element.setAttribute('style', withoutUrls(element.getAttribute('style') ?? ''));
  }
  for (const style of page.querySelectorAll('style')) style.textContent = withoutUrls(style.textContent ?? '');
  document.head.replaceChildren(...page.querySelectorAll('style'));
  const title = document.createElement('title');
  title.textContent = page.title || 'Raw page';
  document.head.append(title);
  if (page.documentElement.lang) document.documentElement.lang = page.documentElement.lang;
  document.body.replaceWith(document.importNode(page.body, true));
});

/** Removes URLs from CSS. The content security policy would reject them and log errors. */
function withoutUrls(text: string): string {
  return text.replace(/@import[^;]{0,2000};?/gi, '').replace(/url\([^)]{0,20000}\)/gi, 'none');
}

window.parent.postMessage('ready', '*');
