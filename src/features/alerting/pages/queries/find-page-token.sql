-- A program of before did not say which way brought it: then it is the first of its kind.
-- @result expired, wayId: !
SELECT token.organization_id AS "organizationId", token.page_id AS "pageId", token.way,
  coalesce(token.way_id, (
    SELECT step ->> 'way_id' FROM jsonb_array_elements(page.steps) AS step WHERE step ->> 'kind' = token.way LIMIT 1
  ), '') AS "wayId",
  token.expires_at <= now() AS expired, page.email, page.message ->> 'title' AS title, page.closed_at AS "closedAt",
  page.outcome, page.closed_by AS "closedBy"
FROM page_tokens AS token
JOIN pages AS page ON page.organization_id = token.organization_id AND page.id = token.page_id
WHERE token.hash = :hash
