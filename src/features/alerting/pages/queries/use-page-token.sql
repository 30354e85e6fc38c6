-- Takes it to be used, once. One whose node was killed before it acknowledged anything can be used again: its page is open.
UPDATE page_tokens AS token
SET used_at = now()
FROM pages AS page
WHERE token.hash = :hash AND token.expires_at > now()
  AND page.organization_id = token.organization_id AND page.id = token.page_id
  AND (token.used_at IS NULL OR token.used_at < now() - interval '10 seconds' AND page.closed_at IS NULL)
RETURNING token.page_id AS "pageId"
