'use strict';
// Hands out what modules export before they are evaluated: the first use of a name evaluates its module.
(function run(require, moduleUrl, __import, entry) {
  const handed = [];
  const woken = [];
  const define = Object.defineProperty;
  const __need = (number) => (handed[number] ??= offer(number));
  const __later = (number) => Promise.resolve().then(() => __need(number));
  function offer(number) {
    const offered = {};
    define(offered, '__esModule', { value: true });
    for (const name of names[number].split(' ')) {
      if (name !== '')
        define(offered, name, {
          get: () => __wake(number)[name],
          enumerable: true,
          configurable: true,
        });
    }
    return offered;
  }
  function __wake(number) {
    const known = woken[number];
    if (known !== undefined) return known.exports;
    const module = (woken[number] = { exports: {} });
    factories[number](module, module.exports);
    const offered = __need(number);
    for (const name of names[number].split(' '))
      if (name !== '') define(offered, name, { value: module.exports[name], configurable: false });
    return (module.exports = offered);
  }
