/** A route as the router lists it: its method, or ALL for what every request passes; a path with `:name` for one part. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods that some route serves at a path, in order; none where there is no such place. */
export function methodsAt(routes: readonly Route[], path: string): string[] {
  const served = new Set(
    routes
      .filter(({ method, path: pattern }) => method !== 'ALL' && matches(pattern, path))
      .map(({ method }) => method),
  );
  // Whoever may read a thing may ask for its headers.
  if (served.has('GET')) served.add('HEAD');
  return [...served].sort();
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  );
}
