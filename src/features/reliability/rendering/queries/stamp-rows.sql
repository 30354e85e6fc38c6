-- Differs after every write and delete of such a row, whatever the order in which transactions commit: revisions are
-- taken before the commit, so that the largest of them says nothing of a smaller one that is still to come.
-- @result stamp: !
SELECT count(*) || ' ' || coalesce(sum(hashint8extended(revision, 0)), 0) AS stamp
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
