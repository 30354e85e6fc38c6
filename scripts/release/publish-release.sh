#!/usr/bin/env bash
# Makes a release on GitHub with files, or finishes one that was begun: publish-release.sh REPOSITORY FILE...
# GITHUB_REF_NAME is its tag. Nobody sees it before it has all files.
set -euo pipefail
repository=$1
shift

state=$(gh release view "$GITHUB_REF_NAME" --repo "$repository" --json isDraft --jq .isDraft || true)
if [ "$state" = false ]; then
  echo "$repository has the release $GITHUB_REF_NAME already."
  exit
fi
if [ -z "$state" ]; then
  options=(--verify-tag --draft --title "$GITHUB_REF_NAME" --generate-notes)
  # A version with a "-" is a pre-release, by the rules of semantic versions.
  if [[ $GITHUB_REF_NAME = *-* ]]; then options+=(--prerelease); fi
  gh release create "$GITHUB_REF_NAME" --repo "$repository" "${options[@]}"
fi
gh release upload "$GITHUB_REF_NAME" --repo "$repository" --clobber "$@"
gh release edit "$GITHUB_REF_NAME" --repo "$repository" --draft=false
