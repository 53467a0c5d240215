// The one place from which the page takes preact and htm.
import { h, render, Fragment } from './preact.js';
import htm from './htm.js';

export { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from './preact-hooks.js';
export { Fragment, render };

/** Marks as preact's elements; words are put in as text and never read as marks. */
export const html = htm.bind(h);
