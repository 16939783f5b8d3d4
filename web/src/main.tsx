// Starts the dashboard.
import { render } from 'preact';
import { App } from './app.tsx';
import './style/base.css';
import './style/layout.css';
import './style/parts.css';
import './style/data.css';
import './style/tables.css';
import './style/playground.css';
import './style/result.css';
import { applyTheme, theme } from './theme.ts';

applyTheme(theme());
render(<App />, document.getElementById('app')!);
