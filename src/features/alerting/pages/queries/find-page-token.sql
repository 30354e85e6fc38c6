-- One whose node was killed before it did anything can be used again, as `use-page-token.sql` says.
-- @result expired, used: !
SELECT token.organization_id AS "organizationId", token.page_id AS "pageId", token.way, coalesce(token.used_at >= now() - interval '10 seconds', false) AS used,
  token.expires_at <= now() AS expired, page.email, page.message ->> 'title' AS title, page.closed_at AS "closedAt",
  page.outcome, page.closed_by AS "closedBy"
FROM page_tokens AS token
JOIN pages AS page ON page.organization_id = token.organization_id AND page.id = token.page_id
WHERE token.hash = :hash
