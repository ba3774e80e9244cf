#!/bin/sh
# A store is refused when a private key is in it. One JSON line comes in; one goes out. Silence is consent.
IFS= read -r request

case $request in
*'-----BEGIN '*'PRIVATE KEY-----'*)
  echo '{"action":"deny","reason":"a private key is nothing to remember","code":422}'
  ;;
esac
