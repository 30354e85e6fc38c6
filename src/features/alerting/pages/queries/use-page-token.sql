-- Takes it to be used, once, as long as its page is open. One whose node was killed before it did anything can be used again.
UPDATE page_tokens AS token
SET used_at = now()
FROM pages AS page
WHERE token.hash = :hash AND token.expires_at > now()
  AND page.organization_id = token.organization_id AND page.id = token.page_id AND page.closed_at IS NULL
  AND (token.used_at IS NULL OR token.used_at < now() - interval '10 seconds')
RETURNING token.page_id AS "pageId"
