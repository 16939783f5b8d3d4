// Scripts of a guide page: theme, search, copy buttons, and samples with the URL of this server.
(() => {
  const own = document.currentScript.dataset;
  const root = document.documentElement;
  const HITS_MAX = 12;
  const SAMPLE_ORIGIN = 'http://127.0.0.1:8080';

  // Storage may be disabled. Then the preference of the system applies.
  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem('guide-theme');
      localStorage.setItem('guide-theme', value);
    } catch {}
    return null;
  };
  const theme = kept();
  if (theme) root.dataset.theme = theme;

  function themeButton() {
    const button = document.querySelector('.theme');
    button.hidden = false;
    button.addEventListener('click', () => {
      const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = dark ? 'light' : 'dark';
      kept(root.dataset.theme);
    });
  }

  function localSamples() {
    // The service may be below a path (BASE_PATH).
    const service = location.origin + location.pathname.replace(/\/docs\/guide(?:\/.*)?$/, '');
    if (!/^https?:$/.test(location.protocol) || service === SAMPLE_ORIGIN) return;
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode } = walker;
      if (currentNode.data.includes(SAMPLE_ORIGIN)) currentNode.data = currentNode.data.replaceAll(SAMPLE_ORIGIN, service);
    }
  }

  function copyButtons() {
    for (const box of document.querySelectorAll('.code')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        try {
          await navigator.clipboard.writeText(box.querySelector('code').textContent);
          button.textContent = 'Copied';
        } catch {
          getSelection().selectAllChildren(box.querySelector('code'));
          button.textContent = 'Selected';
        }
        setTimeout(() => {
          button.textContent = 'Copy';
        }, 1500);
      });
      box.append(button);
    }
  }

  /** Returns the score of a section: every word must occur, and counts more in a heading than in the text. */
  function worth(words, [page, , heading, , known], pages) {
    const [title, head] = [pages[page][1].toLowerCase(), heading.toLowerCase()];
    let sum = 0;
    for (const word of words) {
      const inText = ` ${known}`.indexOf(` ${word}`) >= 0 ? 2 : known.includes(word) ? 1 : 0;
      const found = (head === word ? 12 : 0) + (head.includes(word) ? 8 : 0) + (title.includes(word) ? 4 : 0) + inText;
      if (found === 0) return 0;
      sum += found;
    }
    // Decision records have no words in the index, so they rank after other pages.
    return known === '' ? sum / 2 : sum;
  }

  function search() {
    const form = document.querySelector('.search');
    const [input, hits] = [form.querySelector('input'), form.querySelector('.hits')];
    let index;
    form.hidden = false;
    const load = async () => {
      index ??= fetch(own.index).then((answer) => answer.json());
      return index;
    };
    const show = async () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      const { pages, sections } = await load();
      const found =
        words.length === 0
          ? []
          : sections
              .map((section) => [worth(words, section, pages), section])
              .filter(([sum]) => sum > 0)
              .sort(([a], [b]) => b - a)
              .slice(0, HITS_MAX);
      hits.replaceChildren(...found.map(([, [page, anchor, heading, excerpt]]) => hit(pages[page], anchor, heading, excerpt)));
      if (words.length > 0 && found.length === 0) hits.append(Object.assign(document.createElement('p'), { textContent: 'No results.' }));
      hits.hidden = words.length === 0;
    };
    const hit = ([name, title], anchor, heading, excerpt) => {
      const link = document.createElement('a');
      link.href = `${name === 'index' ? own.first : own.root + name}${anchor && `#${anchor}`}`;
      for (const [tag, text] of [
        ['b', heading],
        ['small', heading === title ? '' : title],
        ['span', excerpt],
      ])
        if (text) link.append(Object.assign(document.createElement(tag), { textContent: text }), ' ');
      return link;
    };
    input.addEventListener('focus', load);
    input.addEventListener('input', show);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      hits.querySelector('a')?.click();
    });
    keys(form, input, hits);
  }

  function keys(form, input, hits) {
    document.addEventListener('keydown', (event) => {
      const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
      if (event.key === '/' && !typing) {
        event.preventDefault();
        input.focus();
      }
      if (event.key === 'Escape') hits.hidden = true;
      if (!form.contains(document.activeElement) || !/^Arrow(?:Up|Down)$/.test(event.key)) return;
      event.preventDefault();
      const stops = [input, ...hits.querySelectorAll('a')];
      const at = stops.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1);
      stops[Math.max(0, Math.min(stops.length - 1, at))].focus();
    });
    document.addEventListener('click', (event) => {
      if (!form.contains(event.target)) hits.hidden = true;
    });
    hits.addEventListener('click', () => {
      hits.hidden = true;
    });
  }

  /** Opens collapsed parts when a link leads into them. */
  function unfold() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let fold = target?.closest?.('details'); fold; fold = fold.parentElement.closest('details')) fold.open = true;
  }

  /** Highlights the current section in the table of contents. */
  function follow() {
    const links = new Map([...document.querySelectorAll('.toc a')].map((link) => [link.hash.slice(1), link]));
    if (links.size === 0) return;
    const mark = () => {
      let here = null;
      for (const heading of document.querySelectorAll('main h2, main h3')) {
        if (heading.getBoundingClientRect().top > 120) break;
        here = heading.id;
      }
      for (const [anchor, link] of links) link.classList.toggle('here', anchor === here);
    };
    let due = false;
    addEventListener(
      'scroll',
      () => {
        if (due) return;
        due = true;
        requestAnimationFrame(() => {
          due = false;
          mark();
        });
      },
      { passive: true },
    );
    mark();
  }

  document.addEventListener('DOMContentLoaded', () => {
    themeButton();
    localSamples();
    copyButtons();
    search();
    unfold();
    follow();
  });
  addEventListener('hashchange', unfold);
})();
