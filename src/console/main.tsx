import { render } from 'preact';
import { App } from './app.js';
import { followChanges } from './state/live.js';
import { followRoute } from './state/route.js';
import { begin } from './state/server.js';
import { followTheme } from './state/theme.js';

const root = document.getElementById('app');
if (root !== null) {
  followTheme();
  followRoute();
  followChanges();
  void begin();
  render(<App />, root);
}
