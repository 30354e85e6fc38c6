-- @result answer: !
SELECT organization_id, credential, key, attempt, answer FROM kept_answers
WHERE attempt > :after AND answer IS NOT NULL
ORDER BY attempt
LIMIT :limit
