UPDATE kept_answers SET answer = :after
WHERE attempt = :attempt AND answer = :before
RETURNING key
