import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';

/**
 * Serves the built playground: its page, always asked for anew, and its assets, whose names have a hash of their content
 * and so never change. Dot files and anything outside the folder are not found.
 * @param folder where the build put `index.html` and `assets/`
 */
export function playground(folder: string): Router {
  const router = Router();
  router.use(
    '/assets',
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '365d',
      index: false,
      redirect: false,
      dotfiles: 'ignore',
    }),
  );
  router.use(
    express.static(folder, {
      index: 'index.html',
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response) => response.setHeader('cache-control', 'no-cache'),
    }),
  );
  router.get('/', (_request, response, next) => {
    if (existsSync(join(folder, 'index.html'))) {
      next();
      return;
    }
    response
      .status(503)
      .type('html')
      .send(
        '<!doctype html><html lang="en"><title>Mnemograph</title><h1>The playground is not built</h1>' +
          '<p>Run <code>npm run build</code> and reload. The API is at <code>POST /graphql</code>.</p></html>',
      );
  });
  return router;
}
