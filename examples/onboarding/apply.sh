#!/usr/bin/env bash
# Applies the set-up in this folder to a running orgconfig, as often as you like: what already agrees is
# left alone. Needs only curl and jq.
#
#   ORGCONFIG_KEY             an api:admin key
#   ORGCONFIG_URL             where the service is; http://127.0.0.1:8080 when unset
#   ORGCONFIG_OPERATOR_TOKEN  to add the members; without it, they and who is in which team are skipped
#   ORGCONFIG_NEW_PASSWORD    the members' first password, where the token is set
#   KUBERNETES_TOKEN, PAGERDUTY_PAYMENTS_KEY, PAGERDUTY_SHOP_KEY, WEBHOOK_SECRET
#                             what the shop's integrations need; made up when unset, as an example may
#
# In the files, "ref:teams?name=Payments" stands for the id of that row, and "env:NAME" for a variable.
set -euo pipefail
cd "$(dirname "$0")"
: "${ORGCONFIG_KEY:?set ORGCONFIG_KEY to an api:admin key}"
url=${ORGCONFIG_URL:-http://127.0.0.1:8080}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# request METHOD PATH [BODY] [HEADER]: sets status and leaves headers and body in files.
request() {
  local options=(-sS -X "$1" -D "$work/head" -o "$work/body" -w '%{http_code}')
  options+=(-H "Authorization: Bearer ${token:-$ORGCONFIG_KEY}")
  [ -z "${3:-}" ] || options+=(-H 'Content-Type: application/json' --data-binary "$3")
  [ -z "${4:-}" ] || options+=(-H "$4")
  status=$(curl "${options[@]}" "$url/api/v1/$2")
}

etag() { sed -n 's/^[Ee][Tt][Aa][Gg]: *\(.*\)\r$/\1/p' "$work/head"; }

fail() {
  echo "$1: $status $(jq -r '.message' "$work/body")" >&2
  exit 1
}

# resolve JSON: puts ids in the place of "ref:…" and variables in the place of "env:…".
resolve() {
  local json=$1 mark path query id name
  while mark=$(jq -re 'first(.. | strings | select(test("^(ref|env):")))' <<<"$json"); do
    if [[ $mark == env:* ]]; then
      name=${mark#env:}
      id=${!name:-made-up-$name}
      [ -n "${!name:-}" ] || echo "  $name is not set: a made-up value is stored" >&2
    else
      path=${mark#ref:}
      query=${path#*\?}
      request GET "config/${path%%\?*}?${query%%=*}=$(jq -rn --arg value "${query#*=}" '$value | @uri')"
      id=$(jq -re '.data[0].id' "$work/body") || { echo "nothing matches $mark" >&2; exit 1; }
    fi
    json=$(jq -c --arg mark "$mark" --arg id "$id" 'walk(if . == $mark then $id else . end)' <<<"$json")
  done
  echo "$json"
}

# agrees WANTED: whether the row in the last answer (or its `current`) already says so. Of a secret only
# whether it is set can be read.
agrees() {
  jq -e --argjson wanted "$1" '(.current // .) as $row | $wanted | to_entries
    | all(.key as $key | if $row | has($key) then $row[$key] == .value else $row[$key + "_set"] end)' \
    "$work/body" >/dev/null
}

put() {
  request PUT "$1" "$2" "If-Match: $(etag)"
  [[ $status == 20? ]] || fail "PUT $1"
  echo "  changed  $1"
}

setting() {
  local wanted
  wanted=$(resolve "$(jq -c . "$1.json")")
  request GET "config/$1"
  [ "$status" = 200 ] || fail "GET $1"
  if agrees "$wanted"; then echo "  agrees   $1"; else put "config/$1" "$wanted"; fi
}

rows() {
  local row wanted name
  while IFS= read -r row; do
    wanted=$(resolve "$row")
    request POST "config/$1" "$wanted"
    name=$(jq -r '(.current // .) | .name // .service // .email // .repository // .id' "$work/body")
    case $status in
      201) echo "  created  $1 $name" ;;
      409) if agrees "$wanted"; then echo "  agrees   $1 $name"
           else put "config/$1/$(jq -r '.current.id | @uri' "$work/body")" "$wanted"; fi ;;
      *) fail "POST $1 $row" ;;
    esac
  done < <(jq -c '.[]' "$1.json")
}

members() {
  local row organization
  request GET config/teams
  organization=$(jq -r .organization.id "$work/body")
  while IFS= read -r row; do
    token=$ORGCONFIG_OPERATOR_TOKEN request POST "operator/organizations/$organization/members" \
      "$(jq -c --arg password "${ORGCONFIG_NEW_PASSWORD:?}" '. + {password: $password}' <<<"$row")"
    case $status in
      201) echo "  created  member $(jq -r .email <<<"$row")" ;;
      409) echo "  agrees   member $(jq -r .email <<<"$row")" ;;
      *) fail "member $row" ;;
    esac
  done < <(jq -c '.[]' members.json)
}

rows teams
if [ -n "${ORGCONFIG_OPERATOR_TOKEN:-}" ]; then
  members
  rows team_members
fi
setting organization_settings
setting notification_settings
rows connectors
rows service_bindings
rows deploy_policies
rows repo_settings
rows outbound_configs
rows outbound_rules
