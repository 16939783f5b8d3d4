// Converts any thrown error to an Error body. Internal details go only to the log.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, errors } from '../contract/errors.ts';
import { DatabaseUnavailable } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { StorageUnavailable } from '../platform/s3.ts';

export function toApiError(thrown: unknown, requestId: string): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DatabaseUnavailable) return errors.databaseUnavailable(thrown);
  if (thrown instanceof StorageUnavailable) return errors.storageUnavailable(thrown);
  const { code, statusCode } = thrown as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errors.badBody('the content type must be application/json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return errors.badBody('it is larger than 4 MiB');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return errors.badBody('it is empty');
    case 'FST_ERR_BAD_URL':
      return errors.badAddress();
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return errors.badAddress('it is too long', 'Shorten it.');
    default:
      if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return errors.badBody('it could not be read');
      return errors.internal(requestId, thrown);
  }
}

/** Failures of a source have no cause here. Their attempts are logged elsewhere. */
export function logError(error: ApiError, thrown: unknown, request: FastifyRequest, log: Log): void {
  const fields = { requestId: request.id, route: request.routeOptions?.url, status: error.code, error: error.cause ?? thrown };
  if (error.code === 500) log.error('request failed', fields);
  else if (error.code > 500 && error.cause !== undefined) log.warn('request not served', fields);
}

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const error = toApiError(thrown, request.id);
  logError(error, thrown, request, log);
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return reply.code(error.code).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(error.body));
}
