// The page: which screen is shown for an address.
import { html, render } from './html.js';
import { Home } from './home.js';
import { Table } from './table.js';

function Page() {
  const [, table] = location.pathname.match(/^\/t\/([^/]+)$/) ?? [];
  if (table) return html`<${Table} table=${decodeURIComponent(table)} token=${location.hash.slice(1) || null} />`;
  return html`<${Home} />`;
}

function show() {
  const root = document.getElementById('app');
  root.replaceChildren();
  render(html`<${Page} />`, root);
}

// Another seat's link in the same window is another secret.
addEventListener('hashchange', () => location.reload());
show();
