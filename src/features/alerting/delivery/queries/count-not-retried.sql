-- What is given up because nothing more was to be sent.
-- @result count: !
SELECT count(*)::integer AS count FROM deliveries
WHERE status = 'parked' AND right(coalesce(last_error, ''), length(:no_more)) = :no_more
