// graphql-js and express check more in development and are slower for it; they look at this when they are loaded, so this
// module is imported before all others.
process.env['NODE_ENV'] ??= 'production';
