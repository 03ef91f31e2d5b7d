import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './open-test-memory.js';
import { freePort } from './free-port.js';

/** Where nginx is installed; null for nowhere. */
export const nginxProgram = (): string | null =>
  ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'].find((path) =>
    existsSync(path),
  ) ?? null;

/** Runs the sample configuration before the given servers, and tells with each answer which of them gave it. */
export async function balanced(urls: readonly string[]): Promise<string> {
  const program = nginxProgram();
  if (program === null) throw new Error('nginx is not installed');
  const folder = temporaryFolder();
  const port = await freePort();
  const places = urls.map((url) => new URL(url).host);
  const sample = readFileSync('samples/balancers/nginx.conf', 'utf8')
    .replace(/127\.0\.0\.1:448(\d)/g, (_, last) => places[Number(last) - 8] ?? '')
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('proxy_buffering off;', 'proxy_buffering off; add_header x-server $upstream_addr;');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
events {} http { access_log off; ${temporary} ${sample} }`,
  );
  execFileSync(program, ['-t', '-q', '-p', folder, '-c', configuration], { stdio: 'pipe' });
  const child = spawn(program, ['-p', folder, '-c', configuration], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return url;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('nginx does not answer');
}
