import { render } from 'preact';
import { App } from './app.js';
import { begin, followChanges } from './state/server.js';
import { followRoute } from './state/route.js';
import { followTheme } from './state/theme.js';

const root = document.getElementById('app');
if (root !== null) {
  followTheme();
  followRoute();
  followChanges();
  void begin();
  render(<App />, root);
}
