// A window above the page, as browsers have it: it keeps the keyboard inside, and Escape closes it.
import { html, useEffect, useRef } from './html.js';

export function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    const dialog = element.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return html`<dialog ref=${element} aria-label=${title} onClose=${close} onClick=${(event) => event.target === element.current && close()}>
    <header><h2>${title}</h2><button type="button" class="close" aria-label="close" onClick=${close}>×</button></header>
    <div class="inside">${children}</div></dialog>`;
}
