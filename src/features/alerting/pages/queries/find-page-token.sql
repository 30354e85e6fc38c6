-- @result expired: !
SELECT token.organization_id AS "organizationId", token.page_id AS "pageId", token.way, token.used_at AS "usedAt",
  token.expires_at <= now() AS expired, page.email, page.message ->> 'title' AS title, page.closed_at AS "closedAt",
  page.outcome, page.closed_by AS "closedBy"
FROM page_tokens AS token
JOIN pages AS page ON page.organization_id = token.organization_id AND page.id = token.page_id
WHERE token.hash = :hash
