-- @result waiting: !
SELECT count(*)::integer AS waiting
FROM range_queries
WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND answer IS NULL
