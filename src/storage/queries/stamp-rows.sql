-- Differs after every write and delete of such a row: revisions only rise, and a delete lowers the count.
-- @result stamp: !
SELECT count(*) || ' ' || coalesce(max(revision), 0) AS stamp
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
